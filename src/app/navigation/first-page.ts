let isFirst = true;

/** Whether the first page of this document is not drawn yet; the document's static content shows until then. */
export const isFirstPage = (): boolean => isFirst;

export const noteFirstPage = (): void => {
  isFirst = false;
};
