import type { JsonObject } from '#engine/model';
import type { SidebarGroup } from './entries.ts';

/** A link with its text. */
export interface DrawnLink {
  readonly label: string;
  readonly address: string;
}

/** A note on the screens of a module. */
export interface DrawnNote {
  readonly _id: string;
  readonly module: string;
  readonly name: string;
  readonly text: string;
}

/** A filter of a module in the sidebar, with the number of its records. */
export interface DrawnBucket {
  readonly _id: string;
  readonly name: string;
  readonly module: string;
  readonly filter: JsonObject;
  /** One of its conditions is incomplete, so that its records are not known; `filter` is empty. */
  readonly isIncomplete: boolean;
  /** '' if it has none. */
  readonly icon: string;
  readonly hue: string;
  /** The number is highlighted above it; null: never. */
  readonly warnAbove: number | null;
}

/** Content in a place of the screens. */
export interface DrawnWidget {
  readonly _id: string;
  readonly name: string;
  readonly selector: string;
  readonly isMenu: boolean;
  /** The name of an icon; '' if it has none, or an image. */
  readonly icon: string;
  /** The address of an image; '' if it has none. */
  readonly image: string;
  readonly text: string;
  readonly links: readonly DrawnLink[];
  /** The module whose records or number it shows; '' if it shows none. */
  readonly module: string;
  readonly filter: JsonObject;
  /** Its bucket has an incomplete condition: its records are not known. */
  readonly isIncomplete: boolean;
  readonly shows: 'records' | 'number';
  readonly rows: number;
}

/** A panel that slides in from an edge. */
export interface DrawnBumpout {
  readonly _id: string;
  readonly name: string;
  readonly title: string;
  readonly icon: string;
  readonly side: 'left' | 'right' | 'top' | 'bottom';
  readonly hue: string;
  /** In pixels; null: the default. */
  readonly width: number | null;
  readonly text: string;
  readonly links: readonly DrawnLink[];
  readonly widget: DrawnWidget | null;
}

/** `GET /api/navigation`: what a user sees besides the menu. */
export interface DrawnNavigation {
  readonly notes: readonly DrawnNote[];
  readonly buckets: readonly DrawnBucket[];
  readonly widgets: readonly DrawnWidget[];
  readonly bumpouts: readonly DrawnBumpout[];
  /** The user may arrange a sidebar of their own. */
  readonly canArrange: boolean;
}

/** `GET /api/navigation/sidebar`: the sidebar of the caller. */
export interface OwnSidebar {
  readonly groups: readonly SidebarGroup[];
  readonly isCollapsed: boolean;
  /** It is the user's own; otherwise that of a template, or none. */
  readonly isOwn: boolean;
  /** The name of the template that the user would have without an own one; null: none. */
  readonly template: string | null;
}
