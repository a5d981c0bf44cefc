// Not by the main door: that would bring the definition schemas into the browser.
export { allowedOptions } from '../../../engine/model/options/index.ts';
