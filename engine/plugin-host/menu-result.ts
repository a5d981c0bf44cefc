import type { MenuDefinition } from '#engine/model/definitions';

/** What a plugin makes of the menu of a user. */
export interface PluginMenuResult {
  /**
   * Shown instead of those of the definitions, without items that the user may not open; absent, or if none is left: those of the
   * definitions stay. The label and the icon of an item that opens a module may be '': those of the module are used.
   */
  readonly groups?: MenuDefinition['groups'];
  /** The sidebar shows icons only, unless the user chooses otherwise on a device; default: icons and texts. */
  readonly isCollapsed?: boolean;
}
