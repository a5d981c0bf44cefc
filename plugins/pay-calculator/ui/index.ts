export { PayCalculatorPage, PublicPayCalculatorPage } from './pay-calculator-page.tsx';
