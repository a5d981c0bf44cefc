export { createDemoData, type DemoData } from './create-demo-data.ts';
