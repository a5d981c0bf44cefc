export { allowedOptions, findUnfit, type ChoosingField } from './allowed-options.ts';
