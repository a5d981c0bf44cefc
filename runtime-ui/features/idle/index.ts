export { IdleWarning } from './idle-warning.tsx';
