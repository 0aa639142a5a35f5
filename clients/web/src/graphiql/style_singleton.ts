// In place of the package of this name: styles that are on the page while something is mounted, without a `<style>` element.

import { useEffect } from "react";

export function styleSingleton() {
  const sheet = new CSSStyleSheet();
  let mounted = 0;
  return ({ styles, dynamic = false }: { styles: string; dynamic?: boolean }): null => {
    useEffect(() => {
      if (mounted++ === 0) {
        sheet.replaceSync(styles);
        document.adoptedStyleSheets.push(sheet);
      }
      return () => {
        if (--mounted === 0) document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
      };
    }, [styles && dynamic]);
    return null;
  };
}
