export { SignInPage } from './sign-in-page.tsx';

/** The rarely used pages, in a chunk separate from the sign-in page. */
export const loadOtherPages = () => import('./other-pages.ts');
