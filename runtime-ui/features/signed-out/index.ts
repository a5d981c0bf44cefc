export { SignInPage } from './sign-in-page.tsx';

/** The pages that few come to, apart from the one that everybody's browser must have. */
export const loadOtherPages = () => import('./other-pages.ts');
