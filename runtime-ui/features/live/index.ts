export { Live } from './live-later.tsx';
