import type { LucideIcon } from 'lucide-react';
import {
  BadgeCheck,
  Bell,
  CalendarClock,
  CalendarPlus,
  CirclePlay,
  FilePlus,
  Hourglass,
  Link2,
  Mail,
  Pencil,
  PencilLine,
  Plug,
  Repeat,
  Save,
  Split,
  SquareMousePointer,
  Timer,
  Webhook,
  Workflow,
} from 'lucide-react';
import type { PillHue } from '../../../../kit/index.ts';
import type { WorkflowAlert } from '#engine/model/definitions';
import type { Execution, StepType } from '../model/new-parts.ts';

interface Look {
  readonly icon: LucideIcon;
  readonly hue: PillHue;
}

/** How the steps look, by their type. */
export const STEP_LOOKS: { readonly [type in StepType]: Look } = {
  'update-record': { icon: Pencil, hue: 'blue' },
  'update-related': { icon: PencilLine, hue: 'blue' },
  'create-record': { icon: FilePlus, hue: 'green' },
  notify: { icon: Mail, hue: 'orange' },
  notification: { icon: Bell, hue: 'orange' },
  'call-webhook': { icon: Webhook, hue: 'violet' },
  wait: { icon: Hourglass, hue: 'gray' },
  approval: { icon: BadgeCheck, hue: 'green' },
  branch: { icon: Split, hue: 'violet' },
  'for-each': { icon: Repeat, hue: 'teal' },
  'start-workflow': { icon: CirclePlay, hue: 'teal' },
  plugin: { icon: Plug, hue: 'violet' },
};

export const ALERT_LOOKS: { readonly [type in WorkflowAlert['alertType']]: Look } = {
  email: { icon: Mail, hue: 'orange' },
  invite: { icon: CalendarPlus, hue: 'orange' },
};

/** How the ways to start look. */
export const TRIGGER_ICONS: { readonly [way in Execution]: LucideIcon } = {
  save: Save,
  time: Timer,
  schedule: CalendarClock,
  button: SquareMousePointer,
  webhook: Link2,
  workflow: Workflow,
};
