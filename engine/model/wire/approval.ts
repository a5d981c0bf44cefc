/** An approval that waits for the requester. */
export interface ApprovalView {
  /** Id of the run. */
  readonly run: string;
  /** Path of the step in the run. */
  readonly step: string;
  /** Id of the workflow. */
  readonly workflow: string;
  /** Name of the workflow. */
  readonly name: string;
  /** Current name of the module. */
  readonly module: string;
  readonly record: { readonly _id: string; readonly name: string };
  /** What is to be approved. */
  readonly text: string;
  /** Since when it waits. */
  readonly since: string;
  /** When it times out; null: never. */
  readonly until: string | null;
  readonly delegations: readonly { readonly from: string; readonly to: string; readonly at: string; readonly comment: string }[];
}

/** What a link of an e-mail shows, before anything is decided. */
export interface ApprovalLinkView {
  readonly text: string;
  /** Name of the workflow. */
  readonly name: string;
  /** Name of the record. */
  readonly record: string;
  /** 'open': it can be decided. */
  readonly state: 'open' | 'approved' | 'declined';
  readonly until: string | null;
}
