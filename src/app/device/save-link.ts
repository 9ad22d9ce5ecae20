/** Lets the browser save what is at an address, under a name: it needs no memory for it and continues after a break. */
export const saveLink = (url: string, name: string): void => {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
};
