// Not by the main door: that would bring the definition schemas into the browser.
export { getAllowedOptions } from '../../../engine/model/options/index.ts';
