import { Columns2, LayoutGrid, List, Newspaper } from 'lucide-react'

/** The drawing of each layout of a list. */
export const layoutIcons = { panes: Columns2, list: List, expanded: Newspaper, cards: LayoutGrid } as const
