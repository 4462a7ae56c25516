import { useWidth } from '#components/reading/text/use-width.ts'

const LEAST_PX = 260
const GAP_PX = 16
const MARGIN_PX = 20
/** Of the list on a screen of 1440 px beside the sidebar: what the server draws. */
const USUAL_PX = 1180

/** The number of cards that stand side by side in a list of this width. */
export function useCardColumns(scroller: HTMLElement | null): number {
  const width = useWidth(scroller) ?? USUAL_PX
  return Math.max(1, Math.floor((width - 2 * MARGIN_PX + GAP_PX) / (LEAST_PX + GAP_PX)))
}
