export { BuildDialog } from './build-dialog.tsx';
export { DocCapPage } from './doc-cap-page.tsx';
export { ItemPage } from './item-page.tsx';
export { WorkPage } from './queue/work-page.tsx';
export { CredentialingPage } from './record/credentialing-page.tsx';
export { SetupPage } from './setup/setup-page.tsx';
