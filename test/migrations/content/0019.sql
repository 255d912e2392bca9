-- A photo with its record in COCO, and a box with its annotation.
UPDATE item_image SET foreign_part = '{"format":"coco","source":"{\"id\":17,\"license\":1}"}';
UPDATE region SET foreign_part = '{"format":"coco","source":"{\"id\":4,\"area\":600}","shapes":[],"box":[10,20,30,40]}';
