const labelGap = 16

/**
 * Labels in units of a drawing, from above to below: moved down where they would touch, and up again where they would go below
 * `bottom`.
 */
export function placeLabels<Label extends { readonly at: number }>(
  labels: readonly Label[],
  bottom: number,
): (Label & { readonly place: number })[] {
  const falling = labels.toSorted((a, b) => a.at - b.at)
  const places: number[] = []
  for (const { at } of falling) places.push(Math.max(at, (places.at(-1) ?? -Infinity) + labelGap))
  for (let index = places.length - 1, most = bottom; index >= 0; index--, most -= labelGap)
    places[index] = Math.min(places[index] ?? most, most)
  return falling.map((label, index) => ({ ...label, place: places[index] ?? label.at }))
}
