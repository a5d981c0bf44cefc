import {
  AlignLeft,
  AtSign,
  Braces,
  Calendar,
  Clock,
  DollarSign,
  File,
  Hash,
  Link,
  List,
  ListOrdered,
  MapPin,
  Phone,
  Rows3,
  SquareCheck,
  Type,
  Waypoints,
  type LucideIcon,
} from 'lucide-react';
import type { InputType } from '#engine/model/definitions';
import { Icon } from '../../../../kit/index.ts';

const ICONS: { readonly [type in InputType]?: LucideIcon } = {
  Address: MapPin,
  Array: Rows3,
  AutoIncrement: ListOrdered,
  Checkbox: SquareCheck,
  Currency: DollarSign,
  Date: Calendar,
  DateTime: Clock,
  Dropdown: List,
  EmailAddress: AtSign,
  File: File,
  FlexRelate: Waypoints,
  ListField: List,
  MultiFlexRelate: Waypoints,
  MultiRelate: Waypoints,
  MultiSelect: List,
  Number: Hash,
  Object: Braces,
  Phone: Phone,
  Relate: Waypoints,
  TextArea: AlignLeft,
  Url: Link,
};

/** The icon of the type of a field. */
export function FieldIcon({ inputType }: { readonly inputType: InputType }) {
  return <Icon of={ICONS[inputType] ?? Type} size={14} />;
}
