export { STUDIO_PAGES } from './studio-pages.tsx';
export { StudioFrame, useStudioMenu } from './studio-frame.tsx';
