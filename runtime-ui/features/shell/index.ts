export { LoadPage } from './load-page.tsx';
export { ShellFrame } from './shell-frame.tsx';
