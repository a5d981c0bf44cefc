import type { JsonValue } from '#engine/model/values';
import { VALUE_WIDGETS } from '../../../fields/widgets/index.ts';

interface UserChoiceProps {
  readonly id: string;
  readonly label: string;
  /** A reference to a user; absent: none. */
  readonly value: JsonValue | undefined;
  readonly onChange: (user: JsonValue | undefined) => void;
}

/** Chooses a user by name. */
export function UserChoice({ id, label, value, onChange }: UserChoiceProps) {
  const User = VALUE_WIDGETS.record;
  return (
    <User
      field={{ label, refs: ['users'] }}
      value={value}
      onChange={onChange}
      onBlur={() => undefined}
      readOnly={false}
      wrapperProps={{ id, label }}
      onParseError={() => undefined}
    />
  );
}
