/** GET /api/v1/admin/budget/steps: what some polls a day more or less would bring, on the plans in force. */
export type BudgetSteps = {
  readonly now: { readonly budgetPerDay: number; readonly predictedDelayMs: number | null }
  /** A smaller budget than 1 is left out. */
  readonly steps: readonly {
    readonly changePerDay: number
    readonly budgetPerDay: number
    readonly predictedDelayMs: number | null
  }[]
  /**
   * Waiting that one poll more saves, over all postings and counted by weight: the price of a poll. null: nothing is planned, or
   * every source is polled as often as its bounds allow.
   */
  readonly savedPerPollMs: number | null
  /** What gains most from 1,000 polls more, by weight and postings; at most 20. */
  readonly gainers: readonly {
    readonly id: number
    readonly title: string
    readonly nowMs: number
    readonly thenMs: number
  }[]
}
