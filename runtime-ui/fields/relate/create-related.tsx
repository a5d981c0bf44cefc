import { use, useState } from 'react';
import type { JsonValue } from '#engine/model/values';
import type { ModuleView } from '#engine/model/wire';
import { useModuleView } from '../../client/index.ts';
import { findField, isWritable } from '../../headless/index.ts';
import { RecordCreatorContext, type RecordCreatorProps } from './record-creator.ts';

interface MakeRelatedProps extends Omit<RecordCreatorProps, 'prefill'> {
  /** The search text. */
  readonly searchText: string;
}

/** Turns the search text into the name of a new record: for a person, the last word is the last name. */
function nameFrom(module: ModuleView, searchText: string): { readonly [field: string]: JsonValue } {
  const canSet = (name: string) => {
    const field = findField(module, name);
    return field !== undefined && isWritable(field, true);
  };
  if (searchText === '') return {};
  if (!canSet('first_name') || !canSet('last_name')) return canSet(module.nameField) ? { [module.nameField]: searchText } : {};
  const [last = '', ...before] = searchText.split(/\s+/u).reverse();
  return { ...(before.length === 0 ? {} : { first_name: before.reverse().join(' ') }), last_name: last };
}

function RecordCreator({ module, searchText, ...props }: MakeRelatedProps & { readonly module: ModuleView }) {
  const Maker = use(RecordCreatorContext);
  const [prefill] = useState(() => nameFrom(module, searchText));
  return Maker && <Maker {...props} prefill={prefill} />;
}

/** Creates the record that was not found, with the search text as its name. */
export function CreateRelated(props: MakeRelatedProps) {
  const { data } = useModuleView(props.moduleName);
  return data && <RecordCreator {...props} module={data} />;
}
