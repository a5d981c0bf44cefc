import {
  AtSign,
  Calendar,
  CircleDot,
  Hash,
  IdCard,
  Link2,
  List,
  Paperclip,
  PenLine,
  Signature,
  Sigma,
  SquareCheck,
  Type,
  UserRound,
  type LucideIcon,
} from 'lucide-react';
import type { InputType } from '../../shared/document.ts';

/** The icon of each kind of input. */
export const INPUT_ICONS: { readonly [type in InputType]: LucideIcon } = {
  Signature,
  Initials: PenLine,
  'Date Signed': Calendar,
  Text: Type,
  Number: Hash,
  Checkbox: SquareCheck,
  'Radio Group': CircleDot,
  Dropdown: List,
  File: Paperclip,
  'Full Name': UserRound,
  Email: AtSign,
  Title: IdCard,
  'System Field': Link2,
  Formula: Sigma,
};
