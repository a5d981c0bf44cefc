export { ShellFrame } from './shell-frame.tsx';
