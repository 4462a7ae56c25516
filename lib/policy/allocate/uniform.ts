/** Splits a budget evenly: every source gets budget / n polls a day. The baseline of SC and HAN. */
export function allocateUniformly(sourceCount: number, budgetPerDay: number): number {
  if (!(budgetPerDay >= 0)) throw new RangeError(`budgetPerDay must be at least 0, got ${budgetPerDay}`)
  return sourceCount === 0 ? 0 : budgetPerDay / sourceCount
}
