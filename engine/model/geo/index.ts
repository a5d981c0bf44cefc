export { milesBetween, type Point } from './miles-between.ts';
