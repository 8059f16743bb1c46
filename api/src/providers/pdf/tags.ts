import {
  PDFArray,
  PDFDict,
  type PDFDocument,
  PDFName,
  PDFNumber,
  PDFOperator,
  PDFOperatorNames,
  type PDFPage,
  PDFString,
} from '@cantoo/pdf-lib'

/**
 * Tags what is added to a document that is tagged already (ISO 32000-1 §14.7), so that it is read aloud in its place: each
 * part is an element of the document's tree, and the page's list of parents leads from its marks to the elements. A
 * document without tags stays without.
 */
export function tagsOf(pdf: PDFDocument) {
  const { context, catalog } = pdf
  const root = catalog.lookupMaybe(PDFName.of('StructTreeRoot'), PDFDict)
  const numbers = root?.lookupMaybe(PDFName.of('ParentTree'), PDFDict)?.lookupMaybe(PDFName.of('Nums'), PDFArray)
  const kids = root?.lookupMaybe(PDFName.of('K'), PDFArray)
  const [documentRef] = kids?.asArray() ?? []

  /** The elements that the marks of a page belong to, in the order of the marks. */
  const parentsOn = (page: PDFPage, tree: PDFDict, nums: PDFArray): PDFArray => {
    const key = page.node.lookupMaybe(PDFName.of('StructParents'), PDFNumber)?.asNumber()
    for (let at = 0; key !== undefined && at < nums.size(); at += 2)
      if (nums.lookup(at, PDFNumber).asNumber() === key) return nums.lookup(at + 1, PDFArray)
    const next = tree.lookupMaybe(PDFName.of('ParentTreeNextKey'), PDFNumber)?.asNumber() ?? 1_000_000
    const parents = context.obj([])
    page.node.set(PDFName.of('StructParents'), PDFNumber.of(next))
    tree.set(PDFName.of('ParentTreeNextKey'), PDFNumber.of(next + 1))
    nums.push(PDFNumber.of(next))
    nums.push(context.register(parents))
    return parents
  }

  /** Draws one element; `alt` is what is read in its place. */
  return (page: PDFPage, type: 'H1' | 'P' | 'Figure', draw: () => void, alt?: string) => {
    const document = documentRef && context.lookupMaybe(documentRef, PDFDict)
    if (!root || !numbers || !document || !documentRef) return draw()
    const parents = parentsOn(page, root, numbers)
    const mark = parents.size()
    const element = context.register(
      context.obj({
        Type: 'StructElem',
        S: type,
        P: documentRef,
        Pg: page.ref,
        K: mark,
        ...(alt !== undefined && { Alt: PDFString.of(alt) }),
      }),
    )
    parents.push(element)
    const children = document.lookup(PDFName.of('K'))
    if (children instanceof PDFArray) children.push(element)
    else document.set(PDFName.of('K'), context.obj(children ? [children, element] : [element]))
    page.pushOperators(
      PDFOperator.of(PDFOperatorNames.BeginMarkedContentSequence, [PDFName.of(type), `<</MCID ${mark}>>`]),
    )
    draw()
    page.pushOperators(PDFOperator.of(PDFOperatorNames.EndMarkedContent))
  }
}
