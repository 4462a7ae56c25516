/**
 * The look of what lies over the page while a dialog is open. It is a plain element: the one of Radix also keeps the document from
 * scrolling, which never does here, by a style sheet of its own and listeners for each turn of the wheel. Two fingers enlarge the page
 * here as elsewhere.
 */
export const veil = 'fixed inset-0 z-40 animate-appear touch-pinch-zoom bg-[oklch(0.15_0.02_245/0.45)]'
