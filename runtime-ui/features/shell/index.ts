export { LoadPage } from './load-page.tsx';
export { ShellFrame, type ShellFrameProps } from './shell-frame.tsx';
