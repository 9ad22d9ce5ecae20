import { useEffect, useState } from 'react';
import { useAccount } from './account.ts';

/**
 * Object URL of a picture that is stored on this device (store/files.ts).
 *
 * @param sha256 Its hash; undefined for none.
 * @returns undefined until it is read, and if the device does not have it.
 */
export const useStoredPicture = (sha256: string | undefined): string | undefined => {
  const { db } = useAccount();
  const [shown, setShown] = useState<{ sha256: string; url: string }>();
  useEffect(() => {
    if (sha256 === undefined) return;
    let url: string | undefined;
    let isLeft = false;
    void db.files.get(sha256).then((file) => {
      if (!file || isLeft) return;
      url = URL.createObjectURL(file.blob);
      setShown({ sha256, url });
    });
    return () => {
      isLeft = true;
      if (url) URL.revokeObjectURL(url);
    };
  }, [db, sha256]);
  return shown?.sha256 === sha256 ? shown?.url : undefined;
};
