export { createUsZips } from './create-us-zips.ts';
