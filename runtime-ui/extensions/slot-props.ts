import type {
  AccountActionProps,
  CellSlotProps,
  ErrorDialogProps,
  FieldSlotProps,
  HomeBodyProps,
  NewRecordSlotProps,
  RecordSlotProps,
  ScreenPartProps,
  WidgetProps,
} from './contribution.ts';

/** The props of what a plugin shows, by what it is. */
interface PropsOfSlots {
  /** The dialog of an action in the menu of the account. */
  readonly accountAction: AccountActionProps;
  /** A value in a list, on a card, or on the page of a record. */
  readonly cell: CellSlotProps;
  /** The dialog for the error code of a refused save. */
  readonly errorDialog: ErrorDialogProps;
  /** A field of a form. */
  readonly field: FieldSlotProps;
  /** The first page. */
  readonly home: HomeBodyProps;
  /** The form of a new record. */
  readonly newRecord: NewRecordSlotProps;
  /** A panel, a page or an action of a record. */
  readonly record: RecordSlotProps;
  /** A part of a screen of the product. */
  readonly screenPart: ScreenPartProps;
  /** A widget of a dashboard. */
  readonly widget: WidgetProps;
}

/** The props of what a plugin shows, such as `SlotProps<'record'>` of a panel of a record. */
export type SlotProps<Slot extends keyof PropsOfSlots> = PropsOfSlots[Slot];
