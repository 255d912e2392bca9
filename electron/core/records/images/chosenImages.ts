/**
 * SQL: whether this row of `item_image` represents its item: of images to choose from the chosen one, and all until one
 * is chosen.
 * @param row the alias of the row
 */
export const isShownImage = (row: string): string =>
  `(${row}.role <> 'candidate' OR NOT EXISTS (
     SELECT 1 FROM item_image other WHERE other.item_id = ${row}.item_id AND other.role <> 'candidate'))`;

/** The same for images already read. */
export function shownImages<T extends { readonly role: string }>(images: readonly T[]): readonly T[] {
  const chosen = images.filter(({ role }) => role !== 'candidate');
  return chosen.length === 0 ? images : chosen;
}

/** The images as somebody sees them who is still to choose: which one others chose is not told. */
export function withoutChoice<T extends { readonly role: string }>(images: readonly T[]): readonly T[] {
  return images.some(({ role }) => role === 'candidate')
    ? images.map((image) => ({ ...image, role: 'candidate' }))
    : images;
}
