const radius = 8
const length = 2 * Math.PI * radius

/** The part of a wait that is over, as a ring that fills: 0–1. The words beside it say the same. */
export function ChartRing({ share }: { readonly share: number }) {
  const done = Math.min(1, Math.max(0, share)) * length
  return (
    <svg viewBox="0 0 20 20" aria-hidden className="inline-block size-5 flex-none -rotate-90">
      <circle cx="10" cy="10" r={radius} strokeWidth="3" className="fill-none stroke-line" />
      <circle
        cx="10"
        cy="10"
        r={radius}
        strokeWidth="3"
        strokeDasharray={`${done} ${length - done}`}
        className="fill-none stroke-fresh-solid"
      />
    </svg>
  )
}
