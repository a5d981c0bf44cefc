export { Chart } from './chart.tsx';
export { FiguresTable, type FiguresTableProps } from './figures-table.tsx';
export { nameChartType } from './name-chart-type.ts';
export { drawPicture } from './picture/draw-picture.ts';
export type { ChartError, ChartProps, FiguresProps } from './contract.ts';
