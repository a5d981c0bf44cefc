export { getAllowedOptions, findDisallowedOptions, type DependentOptionsField } from './allowed-options.ts';
