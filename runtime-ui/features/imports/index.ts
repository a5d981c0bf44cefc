export { ExportsPage } from './exports-page.tsx';
export { ImportPage } from './import-page.tsx';
export { ImportsPage } from './imports-page.tsx';
