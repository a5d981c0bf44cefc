import { use, useState } from 'react';
import type { JsonValue, ModuleView } from '#engine/model';
import { useModuleView } from '../../client/index.ts';
import { findField, isWritable } from '../../headless/index.ts';
import { RecordMakerContext, type RecordMakerProps } from './record-maker.ts';

interface MakeRelatedProps extends Omit<RecordMakerProps, 'prefill'> {
  /** What was typed to find it. */
  readonly words: string;
}

/** What was typed to find a record, as the name of a new one: of a person the last word is the last name. */
function nameFrom(module: ModuleView, words: string): { readonly [field: string]: JsonValue } {
  const canSet = (name: string) => { const field = findField(module, name); return field !== undefined && isWritable(field, true); };
  if (words === '') return {};
  if (!canSet('first_name') || !canSet('last_name')) return canSet(module.nameField) ? { [module.nameField]: words } : {};
  const [last = '', ...before] = words.split(/\s+/u).reverse();
  return { ...(before.length === 0 ? {} : { first_name: before.reverse().join(' ') }), last_name: last };
}

function Making({ module, words, ...props }: MakeRelatedProps & { readonly module: ModuleView }) {
  const Maker = use(RecordMakerContext);
  const [prefill] = useState(() => nameFrom(module, words));
  return Maker && <Maker {...props} prefill={prefill} />;
}

/** Makes the record that was looked for and not found, under the name that was typed. */
export function MakeRelated(props: MakeRelatedProps) {
  const { data } = useModuleView(props.moduleName);
  return data && <Making {...props} module={data} />;
}
