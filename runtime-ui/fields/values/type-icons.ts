import {
  AtSign,
  Braces,
  Calendar,
  CalendarClock,
  Component,
  DollarSign,
  Hash,
  Link2,
  List,
  ListChecks,
  ListOrdered,
  MapPin,
  MessagesSquare,
  Paperclip,
  Phone,
  Rows3,
  SquareCheck,
  Text,
  Type,
  Globe,
  type LucideIcon,
} from 'lucide-react';
import type { InputType } from '#engine/model/definitions';

/** Icons of the types of fields. */
export const TYPE_ICONS: { readonly [type in InputType]: LucideIcon } = {
  Address: MapPin,
  Array: Rows3,
  AutoIncrement: ListOrdered,
  Checkbox: SquareCheck,
  Currency: DollarSign,
  Date: Calendar,
  DateTime: CalendarClock,
  Dropdown: List,
  EmailAddress: AtSign,
  File: Paperclip,
  FlexRelate: Link2,
  ListField: List,
  MessageListField: MessagesSquare,
  Module: Component,
  MultiFlexRelate: Link2,
  MultiModule: Component,
  MultiRelate: Link2,
  MultiSelect: ListChecks,
  Number: Hash,
  Object: Braces,
  Phone,
  Relate: Link2,
  TextArea: Text,
  TextField: Type,
  Url: Globe,
};

/** The icon of a type of fields by its name; that of texts for anything else. */
export function iconOfType(inputType: string | null): LucideIcon {
  return TYPE_ICONS[inputType as InputType] ?? Type;
}
