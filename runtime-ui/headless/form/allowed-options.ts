// Not imported from the index: that would add the definition schemas to the client bundle.
export { getAllowedOptions } from '#engine/model/options';
