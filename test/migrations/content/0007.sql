-- What a casebook of schema 7 fills beside.
UPDATE annotation SET signed_off_images = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
