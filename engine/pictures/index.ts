export { drawPng } from './draw-png.ts';
