/**
 * Changes a native field as if the person had typed it: React's `onChange` and a form's
 * `register()` both receive the change.
 */
export function setNativeValue(field: HTMLInputElement, value: string): void {
  const setter = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!;
  setter.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
