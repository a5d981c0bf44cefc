export { PreviewBar } from './preview/preview-bar.tsx';
export { PreviewPage } from './preview/preview-page.tsx';
export { STUDIO_PAGES } from './studio-pages.tsx';
export { StudioFrame, useStudioMenu } from './studio-frame.tsx';
