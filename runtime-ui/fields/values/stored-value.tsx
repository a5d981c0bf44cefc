import type { FieldView } from '#engine/model/wire';
import type { JsonValue } from '#engine/model/values';
import { isObject, isRelating, readRelate, useRecordName } from '../../headless/index.ts';
import { SkeletonBar } from '../../kit/index.ts';
import { FieldValue } from './field-value.tsx';
import { NameList, RelateName } from './relate-value.tsx';
import type { ValueProps } from './value-props.ts';

interface LinkProps {
  readonly field: FieldView;
  readonly link: JsonValue;
  readonly look: ValueProps['look'];
}

function LinkByName({ field, link, look, id }: LinkProps & { readonly id: string }) {
  const module = isObject(link) && typeof link.module === 'string' ? link.module : field.refs[0];
  const { name, isLoading } = useRecordName(module, id);
  if (isLoading) return <SkeletonBar width="80px" />;
  const named = name === undefined ? { _id: id, hidden: true } : { _id: id, name, ...(module === undefined ? {} : { module }) };
  return <RelateName field={field} value={named} look={look} />;
}

/** A value of a field as it is stored: the names of related records are read by their ids. */
export function StoredValue({ module, field, value, look }: Omit<ValueProps, 'record'>) {
  if (!isRelating(field)) return <FieldValue module={module} field={field} value={value} look={look} />;
  return (
    <NameList
      names={[value].flat().flatMap((link: JsonValue, at) => {
        const id = readRelate(link)?._id;
        return id === undefined ? [] : [<LinkByName key={`${id} ${at}`} field={field} link={link} look={look} id={id} />];
      })}
    />
  );
}
